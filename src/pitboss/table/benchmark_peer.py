

def ready():
    return None
